import type { ElementType, Key } from 'react'
import { Fragment, type JSX, type JSXSource, jsxDEV as reactJsx } from 'react/jsx-dev-runtime'
import { apart, type Props, settle } from './text-apart.ts'

export { Fragment, type JSX }

export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): JSX.Element {
  if (isStatic) props.children = apart(props.children)
  const hasSeveral = isStatic && Array.isArray(props.children)
  return reactJsx(type, settle(type, props), key, hasSeveral, source, self)
}
