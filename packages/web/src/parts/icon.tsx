// The few pictures of the frame, drawn by hand in one stroke width.

const PATHS = {
  inbox: 'M3 13h5l1.5 3h5L16 13h5M3 13l3-8h12l3 8v6H3z',
  history: 'M12 7v5l3 2M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
  watchers: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  insights: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 3 3.5 5.5',
  rules: 'M5 4v16M5 8h9l-2 3 2 3H5M17 14h3M17 18h3M17 10h3',
  channels: 'M4 5h16v10H9l-5 4zM8 9h8M8 12h5',
  keys: 'M8 18a4 4 0 1 0 0-8 4 4 0 0 0 0 8M11 11l8-8M16 6l3 3M14 8l2 2',
  audit: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M9 8h3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  me: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4 3.6-7 8-7s8 3 8 7',
  more: 'M4.5 12a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0M11.5 12a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0M18.5 12a.5.5 0 1 0 1 0 .5.5 0 0 0-1 0',
  back: 'M15 5l-7 7 7 7',
  warn: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  check: 'M5 12.5l4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
