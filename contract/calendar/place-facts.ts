import { z } from 'zod/mini'

export const placeFacts = {
  /** Made once of the name; orders and links go by it. */
  key: z.string(),
  kind: z.enum(['pickup', 'delivery']),
  name: z.string(),
  address: z.string(),
  mapUrl: z.nullable(z.string()),
  note: z.string(),
}
