import type { ElementType, ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

// Browsers that translate a page put elements of their own in the place of its text nodes. React writes anew what is the
// only text of an element; a text node beside something else it looks for in vain: a new sum is seen by nobody, and what
// it would move or take away throws.

export type Props = { children?: ReactNode; translate?: string; value?: unknown }

/** Text among other children: one string where it is alone, else in an element of its own; so is each sum in it. */
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
      // What stands behind it keeps its place, by which React knows it again.
      placed.push(null)
    } else {
      run = { at: placed.length, texts: [String(child)] }
      placed.push(String(child))
    }
  }
  const isAlone = run !== null && placed.every((child, at) => at === run?.at || isNothing(child))
  return isAlone ? placed[run?.at ?? 0] : placed.map(asElement)
}

/** One string; with sums beside words one element, in which each has its own. A count bends the words beside it. */
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
 * An element's only child: a figure says that it is none to translate, a fragment has no text of its own, and an option
 * without a value would send what it was translated to.
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

/** A sum, a count, an order's number: the same in every language, and not for a translator to touch. */
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
