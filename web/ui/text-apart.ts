import type { ElementType, ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

// A browser that translates a page replaces text nodes with its own elements. React rewrites text
// that is an element's only child, but looks in vain for a text node next to something else: a new
// total goes unseen, and moving or removing the node throws.

export type Props = { children?: ReactNode; translate?: string; value?: unknown }

/** Joins text that stands alone into one string; other text and each total in it get an element. */
export function apart(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children
  const placed: ReactNode[] = []
  let run: { at: number; texts: string[] } | null = null
  for (const child of children) {
    if (!isText(child)) {
      if (!isNothing(child)) run = null
      placed.push(child)
    } else if (run) {
      run.texts.push(String(child))
      placed[run.at] = textOf(run.texts)
      // Keeps the place of what follows, by which React recognizes it.
      placed.push(null)
    } else {
      run = { at: placed.length, texts: [String(child)] }
      placed.push(String(child))
    }
  }
  const isAlone = run !== null && placed.every((child, at) => at === run?.at || isNothing(child))
  return isAlone ? placed[run?.at ?? 0] : placed.map(asElement)
}

/** Totals next to words get an element each; a count stays with its words, which depend on it. */
function textOf(texts: readonly string[]): ReactNode {
  const words = texts.join('')
  if (isFigure(words) || !texts.some(isSum)) return words
  const parts: string[] = []
  for (const text of texts) {
    const last = parts.at(-1)
    if (last === undefined || isSum(last) || isSum(text)) parts.push(text)
    else parts[parts.length - 1] = last + text
  }
  return jsxs('span', { children: parts.map(asElement) })
}

/**
 * For an element's only child: marks figures as not to be translated, wraps a fragment's text, and
 * gives an option without a value its text, or it would send the translation.
 */
export function settle(type: ElementType, props: Props): Props {
  if (type === 'option' && isText(props.children)) props.value ??= props.children
  if (type === Fragment) props.children = asElement(props.children)
  else if (typeof type === 'string' && isFigure(props.children)) props.translate ??= 'no'
  return props
}

function asElement(child: ReactNode): ReactNode {
  const isWritten = isText(child) && String(child).trim() !== ''
  return isWritten ? jsx('span', settle('span', { children: child })) : child
}

/** A total, count or order number: the same in every language, so never to be translated. */
function isFigure(child: ReactNode): boolean {
  return (
    typeof child === 'number' ||
    (typeof child === 'string' && /\d/.test(child) && !/\p{L}/u.test(child))
  )
}

function isSum(text: string): boolean {
  return isFigure(text) && text.includes('$')
}

function isText(child: ReactNode): child is string | number | bigint {
  return ['string', 'number', 'bigint'].includes(typeof child) && child !== ''
}

function isNothing(child: ReactNode): boolean {
  return child === null || child === undefined || typeof child === 'boolean' || child === ''
}
