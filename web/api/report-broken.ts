import { type PagePart, partBroke } from '#contract/pages/page-parts.ts'
import { call } from './call.ts'

/** Counted once; what cannot be told is not told later. */
export async function reportBroken(part: PagePart): Promise<void> {
  await call(partBroke, { body: { part } }).catch(() => {})
}
