import type { Problem, RefusalCode } from '#contract/refusal.ts'

/** The only error thrown on purpose. Its message is shown to the visitor. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly field: string | undefined
  /** In seconds; becomes the Retry-After header. */
  readonly retryAfter: number | undefined
  readonly problems: readonly Problem[] | undefined

  constructor(
    code: RefusalCode,
    message: string,
    more: { field?: string; retryAfter?: number; problems?: readonly Problem[] } = {},
  ) {
    super(message)
    this.code = code
    this.field = more.field
    this.retryAfter = more.retryAfter
    this.problems = more.problems
  }
}

/** @throws Refusal 'not-found': `There is no market day #7.` */
export function noSuch(what: string): never {
  throw new Refusal('not-found', `There is no ${what}.`)
}

export function impossible(message: string, field?: string): Refusal {
  return new Refusal('change-impossible', message, field ? { field } : {})
}

/** For what may be set on the server instead. @throws Refusal 'set-elsewhere' */
export function requireSetHere(whyNot: string | null): void {
  if (whyNot !== null) throw new Refusal('set-elsewhere', whyNot)
}

export function restarting(): Refusal {
  return new Refusal('not-now', 'The shop is restarting. Please try again in a moment.', {
    retryAfter: 5,
  })
}

export const OUR_FAULT = 'Something went wrong on our side. Please try again.'

export function invalidField(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { field })
}
