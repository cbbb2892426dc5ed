import { z } from 'zod/mini'

export const placeFacts = {
  /** Made once from the name; orders and links refer to it. */
  key: z.string(),
  kind: z.enum(['pickup', 'delivery']),
  name: z.string(),
  address: z.string(),
  mapUrl: z.nullable(z.string()),
  note: z.string(),
}
