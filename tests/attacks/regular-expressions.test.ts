import { check } from 'recheck'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { IS_LONG } from '../length-of-run.ts'
import { findPatterns, type Pattern, patternsIn } from './find-patterns.ts'

const OF_THE_LIBRARY: Pattern[] = [
  { file: 'zod: an e-mail address', source: z.regexes.email.source, flags: z.regexes.email.flags },
  { file: 'zod: a UUID', source: z.regexes.uuid().source, flags: z.regexes.uuid().flags },
]

/**
 * Each takes the checker a second or more: rechecked in every long run, in a short one only when
 * changed.
 */
const SAFE_AS_WRITTEN = [
  /(?<![\p{L}\d])\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?![\p{L}\d])/gu,
  /\d(?:[ -]?\d){14,}/g,
  / (?:rounded-xl|border-\S+|px-3\.5|bg-field|aria-\S+)/g,
  /(?<![\w.+-])[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g,
  /<meta name="description" content="([^"]*)"/,
  /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[?[\da-f:.]{2,45}\]?)$/i,
  /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/,
  /(?<!\/)\/+$/,
  /^(?:https?:\/\/)?(?:www\.|m\.|music\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|(?:embed|v|shorts|live)\/)|youtu\.be\/)([\w-]{11})(?![\w-])/,
  /\+?(?:\d[\s().-]{0,2}){6,}\d/g,
  /^(-?\d{1,400})\/([1-9]\d{0,200})$/,
  /(\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)+|\p{Extended_Pictographic}[\uFE0E\uFE0F]|[\d#*]\uFE0F\u20E3|\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}|\p{Ideographic}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}][\u200C\u200D](?=\p{L}))|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu,
  /\b(?:(?:any|every|some)thing|whatever|products?|items?|things?|stuff|else|avoid\w*|what (?:can|could|may|might|should|do|does|is|are|has|have|would|to))\b/,
  /(<\/?(?:p|h[2-4]|li|tr|blockquote|table|[uo]l|div|pre|fig\w+|t(?:head|body|foot)|[bh]r|d[ldt]|caption)\b[^<>]*>)/i,
  /^(?=\.?\d)(\d{0,6})(?:\.(\d{0,3})0*)?$/,
].map(String)

async function faultsOf(patterns: Pattern[]): Promise<string[]> {
  const faults: string[] = []
  for (const { file, source, flags } of patterns) {
    if (source === null) {
      faults.push(`${file}: a regular expression is put together, so that nobody can look at it`)
      continue
    }
    const found = await check(source, flags, { timeout: 20_000 })
    const why = found.status === 'vulnerable' ? found.complexity.summary : ''
    if (found.status !== 'safe')
      faults.push(`${file}: /${source}/${flags} is ${found.status}, ${why}`)
  }
  return faults
}

test('no regular expression of the shop takes longer than its text is long', async () => {
  const patterns = [...findPatterns(), ...OF_THE_LIBRARY]
  const each = [...new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one])).values()]
  console.info(`${patterns.length} regular expressions, ${each.length} of them different`)
  expect(patterns.length).toBeGreaterThan(100)
  const judged = each.filter(
    ({ source, flags }) => IS_LONG || !SAFE_AS_WRITTEN.includes(`/${source}/${flags}`),
  )
  expect(await faultsOf(judged)).toEqual([])
}, 120_000)

test('one that does is found, however it is written', async () => {
  const said = async (text: string) => faultsOf(patternsIn('a.ts', text))
  expect(await said("const trimmed = slug.replace(/^-+|-+$/g, '')")).toEqual([
    expect.stringContaining('2nd'),
  ])
  expect(await said("RegExp('^(a+)+$').test(text)")).toEqual([
    expect.stringContaining('exponential'),
  ])
  expect(await said('new RegExp(`^(a|a)*$`)')).toEqual([expect.stringContaining('vulnerable')])
  expect(await said('const found = new RegExp(words.join())')).toEqual([
    expect.stringContaining('put together'),
  ])
  expect(await said("const text = '/^(a+)+$/' // /^(a+)+$/")).toEqual([])
}, 60_000)
