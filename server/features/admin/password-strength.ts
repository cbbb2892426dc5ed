import type { Db } from '#server/db/write.ts'

/** The lower two of five grades: under a million guesses, days of guessing at the sign-in limit. */
const MIN_GRADE = 2

const MIN_TERM = 4

export const EASY_PASSWORD =
  'That password is easy to guess: it is common, or named after the shop. Four random words are hard to guess and easy to remember.'

/** True if common or built from the shop's words. The word lists (50 MB) load lazily. */
export async function isEasyToGuess(
  password: string,
  shopTerms: readonly string[],
): Promise<boolean> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return judge.check(password, [...shopTerms]).score < MIN_GRADE
}

export async function shopTerms(db: Db, publicUrl: string | null): Promise<string[]> {
  const keys = ['hero_title', 'contact_email', 'business_address'] as const
  const settings = await db
    .selectFrom('settings')
    .select('value')
    .where('key', 'in', keys)
    .execute()
  const texts = [
    'farmstand',
    'farm stand',
    'farmers market',
    ...settings.map(({ value }) => value),
    publicUrl ?? '',
  ]
  return texts
    .map((text) => text.toLowerCase())
    .flatMap((text) => [text, text.replaceAll(/[^\p{L}\d]/gu, ''), ...termsOf(text)])
}

function termsOf(text: string): string[] {
  return text.split(/[^\p{L}\d]+/u).filter((term) => term.length >= MIN_TERM)
}
