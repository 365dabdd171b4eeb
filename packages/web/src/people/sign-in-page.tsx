// For those who are not signed in: where the link comes from.

import { session } from '../session.ts';
import { Door } from './door.tsx';

export function SignInPage() {
  const first = session.value?.setup_needed;
  return (
    <Door title={first ? 'Nobody lives here yet' : 'Sign in'}>
      <p>
        {first
          ? 'Open the link that the server printed when it started.'
          : 'Open a sign-in link: from a device where you are signed in (Me → Add your phone), or from an admin.'}
      </p>
      <p class="small soft">
        On the server, <code>countersign admin sign-in-link</code> makes a new one.
      </p>
    </Door>
  );
}
