/** Loads styles that belong to a part which comes later; done when they hold. @throws Error when they cannot be loaded */
export function addStyles(href: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  link.onload = () => resolve()
  link.onerror = () => reject(new Error('The styles could not be loaded.'))
  document.head.append(link)
  return promise
}
