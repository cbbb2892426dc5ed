import { render } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

/** Wraps each text node in an element, as a browser does when it translates the page. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: ChildNode[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as ChildNode)
  for (const text of texts) {
    if (text.textContent?.trim() === '') continue
    const font = document.createElement('font')
    font.textContent = text.textContent
    text.replaceWith(font)
  }
}

type DrawnProps = { draw: (isChanged: boolean) => ReactNode; isChanged: boolean }

const Drawn = ({ draw, isChanged }: DrawnProps) => draw(isChanged)

/** What a translated page reads after a change, and what a fresh page reads. */
function afterChange(draw: (isChanged: boolean) => ReactNode): [string | null, string | null] {
  const { container, rerender } = render(<Drawn draw={draw} isChanged={false} />)
  translate(container)
  rerender(<Drawn draw={draw} isChanged />)
  return [container.textContent, render(<Drawn draw={draw} isChanged />).container.textContent]
}

const Label = ({ children }: { children: ReactNode }) => <b>{children}</b>

test.each<[string, (isChanged: boolean) => ReactNode]>([
  ['a busy button', (busy) => <Button busy={busy}>Pay</Button>],
  ['a changed sum in words', (is) => <p>Pay {is ? '$30.25' : '$25.25'} now</p>],
  [
    'a count beside an element',
    (is) => (
      <p>
        {is ? 3 : 2} left <b>today</b>
      </p>
    ),
  ],
  ['what stands before text', (is) => <p>{is && <b>New: </b>}eggs</p>],
  [
    'what goes with its text',
    (is) => (
      <p>
        {is ? (
          'Sold out'
        ) : (
          <>
            <i />
            Add
          </>
        )}
      </p>
    ),
  ],
  [
    'text that turns into elements',
    (is) => (
      <p>
        {is ? <i>gone</i> : 'here'} {'still'}
      </p>
    ),
  ],
  [
    'text that comes before text',
    (is) => (
      <p>
        {is && 'two '}
        <i>or</i>
        {is ? ' three' : ' one'}
      </p>
    ),
  ],
  [
    'text in a fragment',
    (is) => (
      <p>
        <i>Total</i>
        <Fragment key="sum">{is ? '$2' : '$1'}</Fragment>
      </p>
    ),
  ],
  [
    'text that is handed on',
    (is) => (
      <Label>
        {is ? 2 : 1} of {is ? 4 : 3}
      </Label>
    ),
  ],
  [
    'text handed on beside another',
    (is) => (
      <Label>
        {is && <i>!</i>}
        {is ? 'two' : 'one'}
      </Label>
    ),
  ],
])('a translated page shows what changes: %s', (_, draw) => {
  const [translated, fresh] = afterChange(draw)
  expect(translated).toBe(fresh)
})

const htmlOf = (drawn: ReactNode) => render(drawn).container.innerHTML

test('text alone is one text, and blank text stays bare', () => {
  const [units, boxes] = [2, 3]
  expect(
    htmlOf(
      <p>
        {units} boxes of {boxes}
      </p>,
    ),
  ).toBe('<p>2 boxes of 3</p>')
  expect(
    htmlOf(
      <p>
        <b>Eggs</b> <i>milk</i>
      </p>,
    ),
  ).toBe('<p><b>Eggs</b> <i>milk</i></p>')
})

test('a sum, a count and an order’s number are none to translate', () => {
  const [sum, id] = ['$5.00', 7]
  expect(htmlOf(<b>{sum}</b>)).toBe('<b translate="no">$5.00</b>')
  expect(htmlOf(<b>{id}</b>)).toBe('<b translate="no">7</b>')
  expect(htmlOf(<b>#{id}</b>)).toBe('<b translate="no">#7</b>')
  expect(htmlOf(<b>Pay {sum}</b>)).toBe(
    '<b><span><span>Pay </span><span translate="no">$5.00</span></span></b>',
  )
  expect(
    htmlOf(
      <b>
        <i /> {id}
      </b>,
    ),
  ).toBe('<b><i></i><span translate="no"> 7</span></b>')
})

test('an option is chosen by its own words, whatever they are translated to', () => {
  const { container } = render(
    <select aria-label="Category">
      <option>Eggs</option>
      <option value="">Please choose</option>
    </select>,
  )
  for (const { firstChild } of container.querySelectorAll('option'))
    firstChild?.replaceWith('Huevos')
  expect([...container.querySelectorAll('option')].map(({ value }) => value)).toEqual(['Eggs', ''])
})
