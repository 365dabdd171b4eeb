// Which page is shown: a door for those who are not signed in, the frame for those who are.

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import { Frame } from './frame.tsx';
import { speech, t } from './i18n/translate.ts';
import { InboxPage } from './inbox/inbox-page.tsx';
import { startLive } from './live/connection.ts';
import './new-version.ts';
import { Toasts } from './parts/toasts.tsx';
import { Waiting } from './parts/waiting.tsx';
import { FreshSignIn } from './people/fresh.tsx';
import { codeOf, wordsFor } from './problem-words.ts';
import { loadSession, session } from './session.ts';

/** A place whose script could not be fetched says so where it would have been; browsers may remember the failure, so a new
 * load of the page is what tries again. */
const place = <P,>(load: () => Promise<FunctionComponent<P>>) =>
  lazy(() => load().catch((): FunctionComponent<P> => NotFetched));

const SetupPage = place(() => import('./people/setup-page.tsx').then((page) => page.SetupPage));
const AuditPage = place(() => import('./settings/audit-page.tsx').then((page) => page.AuditPage));
const ConnectPage = place(() => import('./first-run/connect-page.tsx').then((page) => page.ConnectPage));
const HistoryPage = place(() => import('./history/history-page.tsx').then((page) => page.HistoryPage));
const KeysPage = place(() => import('./settings/keys-page.tsx').then((page) => page.KeysPage));
const MePage = place(() => import('./people/me-page.tsx').then((page) => page.MePage));
const ProjectPage = place(() => import('./settings/project-page.tsx').then((page) => page.ProjectPage));
const DataPage = place(() => import('./settings/data-page.tsx').then((page) => page.DataPage));
const BillingPage = place(() => import('./settings/billing-page.tsx').then((page) => page.BillingPage));
const AboutPage = place(() => import('./settings/about-page.tsx').then((page) => page.AboutPage));
const InsightsPage = place(() => import('./stats/insights-page.tsx').then((page) => page.InsightsPage));
const ReviewersPage = place(() => import('./people/reviewers-page.tsx').then((page) => page.ReviewersPage));
const ChannelsPage = place(() => import('./channels/channels-page.tsx').then((page) => page.ChannelsPage));
const ConfirmPage = place(() => import('./channels/confirm-page.tsx').then((page) => page.ConfirmPage));
const RulesPage = place(() => import('./rules/rules-page.tsx').then((page) => page.RulesPage));
const WatcherPage = place(() => import('./watchers/watcher-page.tsx').then((page) => page.WatcherPage));
const WatchersPage = place(() => import('./watchers/watchers-page.tsx').then((page) => page.WatchersPage));
const NewWatcherPage = place(() => import('./watchers/new-watcher-page.tsx').then((page) => page.NewWatcherPage));
const SignInPage = place(() => import('./people/sign-in-page.tsx').then((page) => page.SignInPage));

const AFTER_START_MS = 1500;

/** One-time links carry their token in the fragment, and each is a page load of its own. */
const cameByLink = /[#&]t=/.test(location.hash);

export function App() {
  const [wrong, setWrong] = useState<unknown>();
  useEffect(() => void loadSession().catch(setWrong), []);
  if (!session.value && wrong) return <Offline wrong={wrong} />;
  if (!session.value)
    return (
      <main class="door" aria-busy="true">
        <Waiting />
      </main>
    );
  return (
    <LocationProvider>
      <ErrorBoundary>
        <Pages />
      </ErrorBoundary>
      <FreshSignIn />
      <Toasts />
    </LocationProvider>
  );
}

/** The shell without its server: it keeps no content, and no decision is made on what may have changed. */
function Offline({ wrong }: { readonly wrong: unknown }) {
  useEffect(keepTrying, []);
  if (codeOf(wrong) !== undefined) return <NotLoaded why={wordsFor(wrong)} />;
  return <NotLoaded what={t('Offline')} why={t('The server cannot be reached. Decisions need the server.')} />;
}

function NotLoaded({ what = t('It could not be loaded.'), why }: { readonly what?: string; readonly why: string }) {
  return (
    <main class="empty" aria-live="polite">
      <h1>{what}</h1>
      <p>{why}</p>
      <button type="button" class="button main" onClick={() => location.reload()}>
        {t('Try again')}
      </button>
    </main>
  );
}

const TRY_AFTER_MS = 1000;
const TRY_AT_MOST_MS = 30_000;

/** Ever more seldom, and at once when there is reason to hope; the page is drawn as soon as there is a session. */
function keepTrying(): () => void {
  let wait = TRY_AFTER_MS;
  let timer = setTimeout(attempt, wait);
  function attempt(): void {
    clearTimeout(timer);
    wait = Math.min(wait * 2, TRY_AT_MOST_MS);
    timer = setTimeout(attempt, wait);
    loadSession().catch(() => undefined);
  }
  addEventListener('online', attempt);
  addEventListener('visibilitychange', attempt);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', attempt);
    removeEventListener('visibilitychange', attempt);
  };
}

function NotFetched() {
  return <NotLoaded why={t('Check the connection, then try again.')} />;
}

function Pages() {
  const { path } = useLocation();
  const who = session.value?.reviewer?.id;
  const signedIn = who !== undefined;
  useEffect(() => {
    if (who === undefined) return;
    startLive();
  }, [who]);
  useEffect(() => {
    if (who === undefined) return;
    // Not before the first page is drawn: nobody waits for it.
    setTimeout(() => void import('./push/register.ts').then((push) => push.refreshSubscription(who)), AFTER_START_MS);
  }, [who, speech.value.locale]);
  if (path === '/setup' || path === '/join' || (path === '/signin' && cameByLink)) return <SetupPage />;
  if (path === '/confirm') return <ConfirmPage />; // signed in or not: the link is the key
  if (!signedIn || path === '/signin') return <SignInPage />;
  return (
    <Frame>
      <Router>
        <Route path="/inbox" component={InboxPage} />
        <Route path="/a/:id" component={InboxPage} />
        <Route path="/audit" component={AuditPage} />
        <Route path="/channels" component={ChannelsPage} />
        <Route path="/connect" component={ConnectPage} />
        <Route path="/history" component={HistoryPage} />
        <Route path="/insights" component={InsightsPage} />
        <Route path="/keys" component={KeysPage} />
        <Route path="/me" component={MePage} />
        <Route path="/reviewers" component={ReviewersPage} />
        <Route path="/rules" component={RulesPage} />
        <Route path="/settings" component={ProjectPage} />
        <Route path="/settings/data" component={DataPage} />
        <Route path="/settings/billing" component={BillingPage} />
        <Route path="/settings/about" component={AboutPage} />
        <Route path="/watchers" component={WatchersPage} />
        <Route path="/watchers/new" component={NewWatcherPage} />
        <Route path="/watchers/:id" component={WatcherPage} />
        <Route default component={Elsewhere} />
      </Router>
    </Frame>
  );
}

function Elsewhere() {
  const { path, route } = useLocation();
  useEffect(() => {
    if (path === '/') route('/inbox', true);
  }, [path]);
  if (path === '/') return <main />;
  return (
    <main class="empty">
      <h1>{t('There is no such page')}</h1>
      <a class="button" href="/inbox">
        {t('To the inbox')}
      </a>
    </main>
  );
}
