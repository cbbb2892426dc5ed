import type { ElementType, Key } from 'react'
import { Fragment, type JSX, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { apart, type Props, settle } from './text-apart.ts'

export { Fragment, type JSX }

export function jsx(type: ElementType, props: Props, key?: Key): JSX.Element {
  return reactJsx(type, settle(type, props), key)
}

export function jsxs(type: ElementType, props: Props, key?: Key): JSX.Element {
  props.children = apart(props.children)
  if (!Array.isArray(props.children)) return jsx(type, props, key)
  return reactJsxs(type, props, key)
}
