import { z } from 'zod'
import { tally } from './shop-pieces.ts'

/** The last entry of a backup: every other entry with its size and SHA-256, and what the rows add up to. */
export const manifest = tally.extend({
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Pictures that were given up while the backup was made; nothing that is shown needs them. */
  pictures: z.object({ stored: z.int(), gone: z.array(z.string()) }),
})
export type Manifest = z.output<typeof manifest>
