import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, storedTheme } from './layout/theme.ts';
import './dashboard.css';

applyTheme(storedTheme());
const root = document.getElementById('dashboard');
if (!root) throw new Error('index.html has no element with the id "dashboard".');
createRoot(root).render(<App />);
