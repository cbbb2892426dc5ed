import { phoneHref } from '#web/ui/phone-href.ts'

type Part = { text: string; href: string | null }

const MAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}$/

const PHONE = /(?<![\d$#.])(?:\+\d{1,3}[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)/g

/** Joined, the parts are the text again. */
export function linkParts(text: string): Part[] {
  const parts = text.split(/(\s)/).flatMap((token) => {
    const inside = token.replace(/^["“(]/, '').replace(/["”).,;:!?]{1,3}$/, '')
    const href = hrefOf(inside)
    if (href === null) return [{ text: token, href }]
    const start = token.indexOf(inside)
    const around = [token.slice(0, start), token.slice(start + inside.length)]
    const [before, after] = around.map((text) => ({ text, href: null }))
    return [before, { text: inside, href }, after].filter((part) => part !== undefined)
  })
  return joined(parts).flatMap((part) => (part.href === null ? withPhones(part.text) : [part]))
}

function hrefOf(token: string): string | null {
  if (/^\/pages\/[a-z0-9-]+$/.test(token) || /^https?:\/\/[^<>"“”]+$/.test(token)) return token
  return MAIL.test(token) ? `mailto:${token}` : null
}

function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last && last.href === null && part.href === null) last.text += part.text
    else if (part.text !== '') all.push({ ...part })
  }
  return all
}

function withPhones(text: string): Part[] {
  const parts: Part[] = []
  let read = 0
  for (const { 0: phone, index } of text.matchAll(PHONE)) {
    parts.push({ text: text.slice(read, index), href: null })
    parts.push({ text: phone, href: phoneHref(phone) })
    read = index + phone.length
  }
  return joined([...parts, { text: text.slice(read), href: null }])
}
