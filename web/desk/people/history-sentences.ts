import type { Sentences } from '../shared/history-state.ts'

export const PEOPLE_SENTENCES = {
  'person created': ({ after }) => `Helper added: ${after?.name ?? ''}`,
  'person changed': ({ before, after }) =>
    `${before?.name ?? ''} is now called ${after?.name ?? ''}`,
  'person linked': ({ after }) => `Link made for a phone of ${after?.name ?? ''}`,
  'person ended': ({ before }) => `${before?.name ?? ''} can no longer come in`,
  'device created': ({ after }) => `Phone linked: ${after?.name ?? ''}`,
  'device changed': ({ before, after }) =>
    `The phone “${before?.name ?? ''}” is now called “${after?.name ?? ''}”`,
  'device ended': ({ before }) => `Phone ended: ${before?.name ?? ''}`,
  'desk signed in': ({ after }) =>
    after ? `Signed in by the passkey “${after.passkey ?? ''}”` : 'Signed in',
  'password-alone refused': ({ after }) =>
    `The right password was tried without a passkey: ${after?.times ?? 1} times`,
  'passkey created': ({ after }) => `Passkey of ${after?.person ?? ''} added: ${after?.name ?? ''}`,
  'passkey changed': ({ before, after }) =>
    `The passkey “${before?.name ?? ''}” is now called “${after?.name ?? ''}”`,
  'passkey ended': ({ before }) => `Passkey removed: ${before?.name ?? ''}`,
  'passkey stopped': ({ before }) =>
    `Passkey of ${before?.person ?? ''} stopped, as there may be a copy of it: ${before?.name ?? ''}`,
  'token created': ({ after }) => `API token made: ${after?.name ?? ''}`,
  'token ended': ({ before }) => `API token ended: ${before?.name ?? ''}`,
  'tokens ended': ({ before }) => `API tokens ended: ${before?.names ?? ''}`,
  'second-factor on': () => 'From now on a passkey is needed to sign in',
  'second-factor off': () => 'Password only is back on',
  'device signed out': () => 'Signed out on a linked phone',
} as const satisfies Sentences
