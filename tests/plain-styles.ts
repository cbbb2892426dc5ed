import { onTestFinished } from 'vitest'

type Ask = (element: Element) => CSSStyleDeclaration

const asked = new WeakMap<Window, Ask>()
const displays = new Map<string, string>()

/**
 * Tests of screens have no style sheets: an element looks as its tag does, or as its own attribute
 * says. happy-dom works that out along all ancestors, anew after each change, and a search by role
 * asks it of every element.
 */
export function askPlainStyles(): void {
  const view = document.defaultView
  if (!view) return
  const ask = asked.get(view) ?? view.getComputedStyle.bind(view)
  asked.set(view, ask)
  view.getComputedStyle = (element) =>
    hasStyleOfItsOwn(element) ? ask(element) : plainStyle(element, ask)
  onTestFinished(() => {
    view.getComputedStyle = ask
  })
}

const hasStyleOfItsOwn = (element: Element) =>
  element.hasAttribute('style') || element.tagName === 'DIALOG' || !element.isConnected

function plainStyle(element: Element, ask: Ask): CSSStyleDeclaration {
  const valueOf = (property: string): string => {
    if (property === 'visibility' || property === 'pointer-events') return ''
    if (property !== 'display') return ask(element).getPropertyValue(property)
    const display = displays.get(element.tagName) ?? ask(element).display
    displays.set(element.tagName, display)
    return display
  }
  return new Proxy(ask(element), {
    get: (style, name) => {
      if (name === 'getPropertyValue') return valueOf
      if (name === 'display' || name === 'visibility') return valueOf(name)
      return name === 'pointerEvents' ? '' : Reflect.get(style, name)
    },
  })
}
