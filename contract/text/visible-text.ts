// Invisible but needed: joiners and selectors of emoji, flags, joined scripts, Chinese, Japanese.
const SEEN =
  /(\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)+|\p{Extended_Pictographic}[\uFE0E\uFE0F]|[\d#*]\uFE0F\u20E3|\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}|\p{Ideographic}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}][\u200C\u200D](?=\p{L}))|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/** Spaces of any width, and characters that look like one (Hangul fillers, blank Braille). */
const SPACE = /[\p{Zs}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** As stored: no invisible characters, plain spaces, Unicode NFC; multi-part emoji stay whole. */
export function visibleText(text: string): string {
  if (/^[\n\r\t -~]*$/.test(text)) return text
  const spaced = text
    .normalize('NFC')
    .replace(SPACE, ' ')
    .replace(/[\u2028\u2029]/g, '\n')
  return spaced.replace(SEEN, (_, needed: string | undefined) => needed ?? '')
}

export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim()
}

export function holdsLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

export function plainMarks(text: string): string {
  return text
    .replace(/[‘’‚‛′`´ʹʼ＇]/g, "'")
    .replace(/[“”„‟″«»＂]/g, '"')
    .replace(/[\p{Pd}−]/gu, '-')
}

/** As readers compare names: lowercase, single spaces, plain quotes (“Baker’s” is “baker's”). */
export function nameKey(name: string): string {
  return plainMarks(visibleLine(name))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
}

/** `５７７４７` becomes `57747`, `＠` becomes `@`. */
export function plainWidth(text: string): string {
  return plainMarks(visibleText(text.normalize('NFKC'))).trim()
}

export function holdsControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 ? code !== 9 && code !== 10 && code !== 13 : code >= 127 && code < 160)
      return true
  }
  return false
}
