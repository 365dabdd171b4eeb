// The first thing that runs in the browser.

import './styles/all.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { listenToKeys } from './keyboard/keys.ts';

listenToKeys();
const root = document.getElementById('app');
if (root) render(<App />, root);
