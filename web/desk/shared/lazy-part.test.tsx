import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { later } from './lazy-part.tsx'

const Barn = ({ name }: { name: string }) => <p>Barn of {name}</p>

test('what stands in for a part gives way to it, and is not seen again', async () => {
  const Part = later(() => Promise.resolve(Barn))
  const first = render(<Part name="Ada" fallback="One moment…" />)
  expect(screen.getByText('One moment…')).toBeTruthy()
  expect(await screen.findByText('Barn of Ada')).toBeTruthy()
  first.unmount()
  render(<Part name="Ben" fallback="One moment…" />)
  expect(screen.getByText('Barn of Ben')).toBeTruthy()
})

test('a part that could not be fetched says so, and is asked for anew the next time', async () => {
  const answers = [Promise.reject(new Error('no network')), Promise.resolve(Barn)]
  const Part = later(() => answers.shift() ?? Promise.resolve(Barn))
  const first = render(<Part name="Ada" />)
  expect(await screen.findByText('This part could not be loaded.')).toBeTruthy()
  first.unmount()
  render(<Part name="Ada" />)
  expect(await screen.findByText('Barn of Ada')).toBeTruthy()
})
