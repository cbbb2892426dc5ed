import { z } from 'zod/mini'

export const IF_SHORT = ['substitute', 'refund', 'call'] as const

/** Absent means refund, and stays absent because the order's hash covers it. */
export const ifShort = z.optional(
  z.nullable(z.enum(IF_SHORT, 'Please choose what we should do if we run out of something.')),
)
export type IfShort = (typeof IF_SHORT)[number]

export const IF_SHORT_CHOICES: Record<IfShort, string> = {
  refund: 'Refund it',
  substitute: 'Swap in something similar (no extra charge)',
  call: 'Call me first',
}

export const IF_SHORT_LABELS: Record<IfShort, string> = {
  refund: 'If short: refund it',
  substitute: 'If short: something similar',
  call: 'If short: call first',
}
