import { expect, test } from 'vitest'
import { youtubeId } from './youtube-id.ts'

test.each([
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com/watch?list=PL1&v=aqz-KE-bpKQ&t=4',
  'https://youtube.com/embed/aqz-KE-bpKQ?rel=0',
  'https://youtu.be/aqz-KE-bpKQ',
  'http://www.youtube.com/v/aqz-KE-bpKQ',
])('%s holds a video id', (url) => {
  expect(youtubeId(url)).toBe('aqz-KE-bpKQ')
})

test.each([
  '',
  'hello',
  'https://vimeo.com/12345678901',
  'https://youtu.be/short',
  'https://evil.example/?u=youtu.be/aqz-KE-bpKQ',
])('%j holds none', (url) => {
  expect(youtubeId(url)).toBeNull()
})
