/** The script of every page: the search, and a button that copies a block of code. A page works without it. */
import { addCopyButtons } from './copy-buttons.ts';
import { addSearch } from './search.ts';

addCopyButtons();
addSearch();
