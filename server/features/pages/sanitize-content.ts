import { Refusal } from '#server/core/refusal.ts'
import { type SanitizedPage, sanitizePage } from './sanitize-page.ts'

/** Content as it may be stored. @throws Refusal 'invalid' when nothing that can be shown is left of it */
export async function sanitizeContent(content: string): Promise<SanitizedPage> {
  const sanitized = await sanitizePage(content)
  if (sanitized.html === '')
    throw new Refusal('invalid', 'None of this content can be shown. Please enter some text.', { field: 'content' })
  return sanitized
}
