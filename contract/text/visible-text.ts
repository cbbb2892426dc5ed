// Invisible characters that readers need: joiners and selectors of emoji, flags, joined scripts,
// and Chinese and Japanese characters.
const SEEN =
  /(\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)+|\p{Extended_Pictographic}[\uFE0E\uFE0F]|[\d#*]\uFE0F\u20E3|\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}|\p{Ideographic}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}][\u200C\u200D](?=\p{L}))|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/** Spaces of any width, and characters drawn as one (Hangul's fillers, blank Braille). */
const SPACE = /[\p{Zs}\u115F\u1160\u2800\u3164\uFFA0]/gu

/**
 * A typed or imported text as stored: no invisible characters (soft hyphens, zero-width spaces,
 * direction marks), plain spaces, Unicode NFC. Emoji of several parts stay whole.
 */
export function visibleText(text: string): string {
  if (/^[\n\r\t -~]*$/.test(text)) return text
  const spaced = text
    .normalize('NFC')
    .replace(SPACE, ' ')
    .replace(/[\u2028\u2029]/g, '\n')
  return spaced.replace(SEEN, (_, needed: string | undefined) => needed ?? '')
}

/** A text of one line, such as a name. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim()
}

export function holdsLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Plain quotes and hyphens, whatever a keyboard or spreadsheet made of them. */
export function plainMarks(text: string): string {
  return text
    .replace(/[‘’‚‛′`´ʹʼ＇]/g, "'")
    .replace(/[“”„‟″«»＂]/g, '"')
    .replace(/[\p{Pd}−]/gu, '-')
}

/**
 * Names as readers compare them: lowercase, single spaces, plain quotes (“Baker’s” is “baker's”).
 */
export function nameKey(name: string): string {
  return plainMarks(visibleLine(name))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
}

/** Full-width characters as plain ones: `５７７４７` is `57747`, `＠` is `@`. */
export function plainWidth(text: string): string {
  return plainMarks(visibleText(text.normalize('NFKC'))).trim()
}
