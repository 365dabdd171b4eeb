// Bounded markup says of a page that is not made to be slow what the parser says by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { type Heard, readMarkup } from './bounded-markup.ts';

type Event = readonly unknown[];

/** Text in one piece, however it came. */
function listener(): { heard: Heard; events: Event[] } {
  const events: Event[] = [];
  const heard: Heard = {
    onopentag: (name, attributes) => void events.push(['open', name, { ...attributes }]),
    ontext(text) {
      const last = events.at(-1);
      if (last?.[0] === 'text') events[events.length - 1] = ['text', `${last[1]}${text}`];
      else events.push(['text', text]);
    },
    onclosetag: (name) => void events.push(['close', name]),
  };
  return { heard, events };
}

function byItself(text: string, xmlMode: boolean): Event[] {
  const { heard, events } = listener();
  new Parser(heard, { xmlMode, decodeEntities: true }).end(text);
  return events;
}

function bounded(text: string, xml: boolean): Event[] {
  const { heard, events } = listener();
  readMarkup(text, heard, { xml });
  return events;
}

const piece = fc.constantFrom(
  ...'<p> </p> <P> <b> </b> </i> <div a="1" hidden> </div> <br> </br> <br/> <li> <form> </form> <svg> <title> </title> </svg>'.split(
    ' ',
  ),
  ...'<foreignObject> </foreignObject> <FOREIGNOBJECT> <math> <mi> </math> <image> <table> <td> </table> <x/> </x> <X> </X>'.split(
    ' ',
  ),
  ...'<script> </script> <style> a<b </style> <!--c--> <![CDATA[d]]> &amp; &#65; &#x1F600; & < > " text <'.split(' '),
);

for (const xml of [false, true]) {
  test(`of ${xml ? 'XML' : 'HTML'} in any disorder the same is heard`, () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        assert.deepEqual(bounded(text, xml), byItself(text, xml));
      }),
      { numRuns: 500 },
    );
  });
}

test('what lies deeper than is kept is read, without its tags and without what is no text', () => {
  const deep = `${'<b>'.repeat(300)}one <i>two</i> <script>no</script><style>no</style> <br>three${'</b>'.repeat(300)} four`;
  const events = bounded(deep, false);
  const text = events.flatMap(([is, said]) => (is === 'text' ? [said] : [])).join('');
  assert.equal(text, 'one two  three four');
  assert.equal(events.filter(([is]) => is === 'open').length, 256);
  assert.deepEqual(events.at(-1), ['text', ' four'], 'all that was opened is closed');
});

test('an element that closes itself below the depth takes no end tag from another', () => {
  const events = bounded(`${'<a>'.repeat(256)}<a/>${'</a>'.repeat(256)}<c></c>`, true);
  assert.equal(events.filter(([is]) => is === 'close').length, 257);
  assert.deepEqual(events.at(-1), ['close', 'c']);
});

test('no more tags than are wanted are read', () => {
  const { heard, events } = listener();
  readMarkup('<i>1</i>'.repeat(1000), heard, { maxTags: 10 });
  assert.ok(events.filter(([is]) => is === 'open').length <= 11);
});
