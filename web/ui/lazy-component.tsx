import { type ComponentType, lazy } from 'react'

/** Loaded later; if it can't be fetched, the page goes without it. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const part = await load().catch((): ComponentType<Props> => () => null)
    return { default: part }
  })
}
