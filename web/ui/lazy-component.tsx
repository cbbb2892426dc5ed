import { type ComponentType, lazy } from 'react'

/** A part of a page whose code comes later; when it cannot be fetched the page stands without it. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const part = await load().catch((): ComponentType<Props> => () => null)
    return { default: part }
  })
}
