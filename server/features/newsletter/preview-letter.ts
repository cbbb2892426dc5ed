import type { LetterText } from '#contract/letters.ts'
import { leavePath } from '#contract/newsletter-link.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { composeLetter } from './compose-letter.ts'

export async function previewLetter({ db, linkOrigin }: Shop, letter: LetterText): Promise<{ html: string }> {
  const { html } = composeLetter(letter, { settings: await readSettings(db), linkOrigin }, linkOrigin + leavePath(''))
  return { html }
}
