import { configure, getConfig, prettyDOM } from '@testing-library/react'

// A screen that is right late, on a machine that is busy with other work, is right.
configure({ asyncUtilTimeout: 8000, getElementError })

// happy-dom loads no pictures and calls them all complete.
if ('HTMLImageElement' in globalThis)
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

/**
 * A wait that ends in vain prints the screen once: at each try, that cost the desk's tests 7 % of their processor time.
 */
function getElementError(message: string | null, container: Element): Error {
  const isTrying: unknown = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
  const error = new Error(isTrying ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`)
  error.name = 'TestingLibraryElementError'
  if (!isTrying) Error.captureStackTrace(error, getElementError)
  return error
}
