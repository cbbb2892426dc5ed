import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'

export const FIRST_STEPS = [
  'farm',
  'places',
  'product',
  'photos',
  'cards',
  'mail',
  'backup',
  'trial',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const CARD_STATES = ['closed', 'sandbox', 'test', 'live'] as const
export type CardState = (typeof CARD_STATES)[number]

const firstSteps = z.object({
  done: z.array(z.enum(FIRST_STEPS)),
  cards: z.enum(CARD_STATES),
  /** `anywhere in South Dakota` if no ZIP codes are set; else null. */
  deliversTo: z.nullable(z.string()),
})
export type FirstSteps = z.output<typeof firstSteps>

export const firstStepsOf = {
  show: deskEndpoint('never', 'GET /api/admin/first-steps', {
    summary: 'Which of the first steps are done, and how cards are taken.',
    output: firstSteps,
  }),
}
