// The first thing that runs in the browser.

import './styles/all.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { speak } from './i18n/locale.ts';
import { listenToKeys } from './keyboard/keys.ts';
import { followClicks } from './push/follow-clicks.ts';

listenToKeys();
followClicks();
const root = document.getElementById('app');
void speak().then(() => root && render(<App />, root)); // nothing is fetched for English
