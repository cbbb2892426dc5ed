import { type PagePart, partBroke } from '#contract/pages/page-parts.ts'
import { call } from './call.ts'

export async function reportBroken(part: PagePart): Promise<void> {
  await call(partBroke, { body: { part } }).catch(() => {})
}
