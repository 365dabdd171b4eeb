// Below an action: what became of it, and what is rarely needed. It comes a moment after what has to be read.

import type { InboxAction } from '@countersign/contract';
import { Details } from './action-details.tsx';
import { Delivery } from './delivery.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  readonly action: InboxAction;
  readonly onResent: () => void;
}

export function WhatBecame({ action, onResent }: Props) {
  return (
    <>
      <Delivery action={action} onResent={onResent} />
      <Details action={action} />
      <Timeline key={`${action.updated_at} ${action.status}`} action={action} />
    </>
  );
}
