import { configure, getConfig, prettyDOM } from '@testing-library/react'

// A screen that's right late, on a machine busy with other work, is right.
configure({ asyncUtilTimeout: 8000, getElementError })

// happy-dom loads no pictures and calls them all complete.
if ('HTMLImageElement' in globalThis)
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

/**
 * Prints the screen once per failed wait: at every try, that cost the desk's tests 7% of their CPU
 * time.
 */
function getElementError(message: string | null, container: Element): Error {
  const isTrying: unknown = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
  const error = new Error(isTrying ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`)
  error.name = 'TestingLibraryElementError'
  if (!isTrying) Error.captureStackTrace(error, getElementError)
  return error
}
