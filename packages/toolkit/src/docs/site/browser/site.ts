/** The script of every page: the search, tabs, and a button that copies a block of code. A page works without it. */
import { addCopyButtons } from './copy-buttons.ts';
import { addSearch } from './search.ts';
import { addTabs } from './tabs.ts';

addTabs();
addCopyButtons();
addSearch();
