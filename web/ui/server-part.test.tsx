import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ServerPart } from './server-part.tsx'

test('a part of the server keeps its very elements, however often the page is drawn', async () => {
  const page = document.createElement('div')
  page.innerHTML = '<div id="visit"><p>Come by.</p></div>'
  document.body.append(page)
  const paragraph = page.querySelector('p')
  const part = <ServerPart id="visit">{false}</ServerPart>
  const { rerender } = render(part, { container: page, hydrate: true })
  rerender(<ServerPart id="visit">{null}</ServerPart>)
  expect(page.querySelector('p')).toBe(paragraph)
  expect(page.textContent).toBe('Come by.')
})
