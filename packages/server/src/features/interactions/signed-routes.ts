// Operations of signed decisions.

import type { PublicKey, Statement, signedOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { viewDecided } from '../actions/view.ts';
import { signDecision, stepUp } from './sign-decision.ts';
import { findProof } from './store.ts';

/** `secret` marks the statements that are ours. */
export const signedRoutes = (secret: Buffer) =>
  ({
    stepUp: async (app, person, { params, body, sourceOf, visit }) => {
      const meant = { id: params.id, verdict: body.decision, edited: sourceOf('edited') };
      return { status: 200, body: await stepUp(app, { secret, visit: visit() }, person, meant) };
    },
    signDecision: async (app, person, { params, body, sourceOf, visit }) => {
      const { statement, assertion, comment, view } = body;
      const signed = { id: params.id, statement, assertion, comment, view, edited: sourceOf('edited') };
      return { status: 200, body: viewDecided(await signDecision(app, { secret, visit: visit() }, person, signed)) };
    },
    getProof: async (app, { project_id }, { params }) => {
      const proof = await findProof(app.reader, project_id, params.id);
      const statement = proof && (JSON.parse(proof.statement) as Statement);
      if (!proof || !statement || statement.verdict !== proof.verdict) throw new Problem('not_found');
      return {
        status: 200,
        body: {
          statement,
          assertion: {
            id: proof.credential_id,
            clientDataJSON: proof.client_data,
            authenticatorData: proof.authenticator_data,
            signature: proof.signature,
          },
          public_key: JSON.parse(proof.public_key) as PublicKey,
          receipt: proof.receipt,
        },
      };
    },
  }) satisfies Handlers<typeof signedOperations>;
