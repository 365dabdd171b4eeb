// What is announced when a delivery has changed: it is in no log, and those who look at it want to know.

import type { DeliveryRow } from '../../storage/schema.ts';

export const deliveriesTopic = (project_id: string) => `deliveries/${project_id}`;

/** The note is the action. */
export function deliveryTopic({ project_id, action_id }: Pick<DeliveryRow, 'project_id' | 'action_id'>): string {
  return `${deliveriesTopic(project_id)} ${action_id}`;
}
