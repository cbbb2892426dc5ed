import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  type Answers,
  BEETS,
  BROKEN,
  bodyOf,
  count,
  EGGS,
  expectToast,
  openDesk,
} from '#tests/a-desk.tsx'
import { catchFiles } from '#tests/a-sent-file.ts'

const NAME = 'ab'.repeat(16)
const OURS = { ...EGGS, imageUrl: `/uploads/${NAME}.webp` }
const NEW_URL = `/uploads/${'cd'.repeat(16)}.webp`
const PHOTO = new File(['photo'], 'eggs.jpg', { type: 'image/jpeg' })

async function edit(product: typeof EGGS, changes: Answers = {}) {
  const sent = catchFiles()
  const answers = { 'GET /api/desk/products': { body: [product] }, ...changes }
  const desk = openDesk(answers, `products/${product.id}`)
  const form = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  return { ...desk, sent, form }
}

const picture = () => screen.queryByRole('img', { name: 'The current picture' })
const save = (form: ReturnType<typeof within>) => form.getByRole('button', { name: 'Save Changes' })

describe('a picture that is chosen', () => {
  test('is sent, shows how far it is, and is the product’s once the form is saved', async () => {
    const { user, sent, form, requests } = await edit(BEETS, {
      'PUT /api/products/3': { body: BEETS },
    })
    await user.upload(form.getByLabelText('Choose picture'), PHOTO)
    expect([sent[0]?.call, sent[0]?.file?.name]).toEqual(['POST /api/upload', 'eggs.jpg'])
    expect(
      form.getByRole<HTMLButtonElement>('button', { name: 'Waiting for the picture…' }).disabled,
    ).toBe(true)
    act(() => sent[0]?.progress(45, 100))
    expect(form.getByRole('progressbar', { name: 'Upload' }).getAttribute('value')).toBe('45')
    act(() => sent[0]?.answer(201, { imageUrl: NEW_URL }))
    await expectToast('Image uploaded')
    expect(picture()?.getAttribute('src')).toContain('cd'.repeat(16))
    expect(count(requests, 'PUT /api/products/3')).toBe(0)
    await user.click(save(form))
    await expectToast('Product updated')
    expect(bodyOf(requests, 'PUT /api/products/3')).toMatchObject({ imageUrl: NEW_URL })
  })

  test('may be dropped or pasted anywhere, but for one that a pasted text brings along, and no file ever opens in place of the page', async () => {
    const { sent } = await edit(BEETS)
    const paste = (types: string[]) =>
      fireEvent.paste(screen.getByLabelText('Name'), { clipboardData: { files: [PHOTO], types } })
    expect(paste(['text/plain', 'Files'])).toBe(true)
    const files = { files: [PHOTO], types: ['Files'] }
    expect(fireEvent.dragOver(document.body, { dataTransfer: files })).toBe(false)
    expect(sent).toEqual([])
    expect(fireEvent.drop(document.body, { dataTransfer: files })).toBe(false)
    await waitFor(() => expect(sent).toHaveLength(1))
    act(() => sent[0]?.answer(201, { imageUrl: NEW_URL }))
    await expectToast('Image uploaded')
    paste(['Files'])
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  test('can be called off', async () => {
    const { user, sent, form } = await edit(OURS)
    await user.upload(form.getByLabelText('Replace picture'), PHOTO)
    await user.click(form.getByRole('button', { name: 'Cancel upload' }))
    expect(sent[0]?.isCalledOff).toBe(true)
    await form.findByLabelText('Replace picture')
    expect(picture()?.getAttribute('src')).toContain(NAME)
    expect(screen.queryByText('Upload failed')).toBeNull()
  })

  test('on its way is not left by accident', async () => {
    const { user, sent, form } = await edit(BEETS)
    await user.upload(form.getByLabelText('Choose picture'), PHOTO)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(sent[0]?.isCalledOff).toBe(true)
  })
})

describe('a file is refused', () => {
  test('that is no image, before it is sent', async () => {
    const { sent, form } = await edit(OURS)
    const text = new File(['words'], 'eggs.txt', { type: 'text/plain' })
    fireEvent.change(form.getByLabelText('Replace picture'), { target: { files: [text] } })
    await expectToast('Invalid file type', 'Please select an image file')
    expect(form.getByText('Please select an image file')).toBeTruthy()
    expect(sent).toEqual([])
    expect(picture()?.getAttribute('src')).toContain(NAME)
  })

  test('that is larger than 5 MB, before it is sent; one of exactly 5 MB goes', async () => {
    const { user, sent, form } = await edit(BEETS)
    const bytes = (length: number) =>
      new File([new Uint8Array(length)], 'eggs.jpg', { type: 'image/jpeg' })
    await user.upload(form.getByLabelText('Choose picture'), bytes(5 * 1024 * 1024 + 1))
    await expectToast('File too large', 'Please select an image smaller than 5MB')
    expect(screen.getByRole('button', { name: 'Make it smaller and use it' })).toBeTruthy()
    expect(sent).toEqual([])
    await user.upload(form.getByLabelText('Choose picture'), bytes(5 * 1024 * 1024))
    expect(sent).toHaveLength(1)
  })

  test('by the shop in the specification’s words, or when nobody answers: the form keeps everything, and what is the file’s fault may be made anew', async () => {
    const { user, sent, form } = await edit(OURS)
    await user.type(form.getByLabelText('Name'), '!')
    const refused = (status: number, code: string) => () =>
      sent.at(-1)?.answer(status, { code, message: 'No.' })
    const lost = () => sent.at(-1)?.lose()
    const opened = vi.fn(async (): Promise<object> => ({ close: () => {} }))
    opened.mockRejectedValueOnce(new Error('This is a text.'))
    vi.stubGlobal('createImageBitmap', opened)
    const notSent = ['Upload failed', 'Failed to upload image. Please try again.', 0] as const
    for (const [refuse, title, sentence, anew] of [
      [refused(503, 'not-now'), ...notSent],
      [refused(415, 'wrong-type'), 'Invalid file type', 'Please select an image file', 0],
      [refused(415, 'wrong-type'), 'Invalid file type', 'Please select an image file', 1],
      [lost, ...notSent],
      [refused(413, 'too-large'), 'File too large', 'No.', 1],
    ] as const) {
      await user.upload(await form.findByLabelText('Replace picture'), PHOTO)
      act(refuse)
      await expectToast(title, sentence)
      expect(await form.findByText(sentence)).toBeTruthy()
      const buttons = () => form.queryAllByRole('button', { name: 'Make it smaller and use it' })
      await waitFor(() => expect(buttons()).toHaveLength(anew))
      expect(document.querySelector(`img[src*="${NAME}"]`)).toBeTruthy()
    }
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe(`${EGGS.name}!`)
  })
})

describe('a picture that is removed', () => {
  const GIVE_UP = `DELETE /api/upload/${NAME}.webp`

  test('leaves the form at once and the product with the next save', async () => {
    const { user, form, requests } = await edit(OURS, {
      [GIVE_UP]: { status: 204 },
      'PUT /api/products/1': { body: { ...OURS, imageUrl: null } },
    })
    await user.click(form.getByRole('button', { name: 'Remove picture' }))
    await expectToast('Image deleted')
    expect(count(requests, GIVE_UP)).toBe(1)
    expect(picture()).toBeNull()
    expect(document.activeElement).toBe(form.getByLabelText('Choose picture'))
    expect(count(requests, 'PUT /api/products/1')).toBe(0)
    await user.click(save(form))
    await expectToast('Product updated')
    expect(bodyOf(requests, 'PUT /api/products/1')).toMatchObject({ imageUrl: null })
  })

  test('stays when the shop says no', async () => {
    const { user, form } = await edit(OURS, { [GIVE_UP]: BROKEN })
    await user.click(form.getByRole('button', { name: 'Remove picture' }))
    await expectToast('Delete failed', 'Failed to delete image')
    expect(picture()).toBeTruthy()
  })

  test('is not forgotten by accident', async () => {
    const { user, form } = await edit(OURS, { [GIVE_UP]: { status: 204 } })
    await user.click(form.getByRole('button', { name: 'Remove picture' }))
    await expectToast('Image deleted')
    await user.click(form.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
  })
})
