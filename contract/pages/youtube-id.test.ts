import fc from 'fast-check'
import { expect, test } from 'vitest'
import { youtubeId } from './youtube-id.ts'

test.each([
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com/watch?list=PL1&v=aqz-KE-bpKQ&t=4',
  'https://youtube.com/embed/aqz-KE-bpKQ?rel=0',
  'https://youtu.be/aqz-KE-bpKQ',
  'http://www.youtube.com/v/aqz-KE-bpKQ',
  'https://www.youtube.com/v/aqz-KE-bpKQ?version=3',
  'https://m.youtube.com/watch?v=aqz-KE-bpKQ#t=1',
  'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  'https://youtu.be/aqz-KE-bpKQ?si=a-b_c',
  'youtu.be/aqz-KE-bpKQ',
  'https://www.youtube.com/shorts/aqz-KE-bpKQ?feature=share',
  'https://youtube.com/live/aqz-KE-bpKQ',
  'https://music.youtube.com/watch?v=aqz-KE-bpKQ&list=RD1',
  '  https://youtu.be/aqz-KE-bpKQ  ',
])('%s holds a video id', (url) => {
  expect(youtubeId(url)).toBe('aqz-KE-bpKQ')
})

test.each([
  '',
  'hello',
  'https://vimeo.com/12345678901',
  'https://youtu.be/short',
  'https://evil.example/?u=youtu.be/aqz-KE-bpKQ',
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://youtube.com@evil.example/watch?v=aqz-KE-bpKQ',
  'https://evil.example/youtube.com/embed/aqz-KE-bpKQ',
  'https://evilyoutube.com/embed/aqz-KE-bpKQ',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQx',
  'https://www.youtube.com/watch?x=1#v=aqz-KE-bpKQ',
  'https://www.youtube.com/embed/../redirect',
  'https://www.youtube.com/playlist?list=aqz-KE-bpKQ',
  'https://www.youtube.com/shorts/short',
  'https://music.youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'javascript:alert(1)//youtu.be/aqz-KE-bpKQ',
  'ftp://youtu.be/aqz-KE-bpKQ',
  '<iframe src="https://youtu.be/aqz-KE-bpKQ">',
])('%j holds none', (url) => {
  expect(youtubeId(url)).toBeNull()
})

test('what follows the id never comes along', () => {
  expect(youtubeId('https://youtu.be/aqz-KE-bpKQ"><script>alert(1)</script>')).toBe('aqz-KE-bpKQ')
})

test('whatever is typed, an id is eleven letters that mean nothing in an address', () => {
  const parts = fc.constantFrom(
    'https://',
    'youtube.com',
    'youtu.be',
    '/',
    'embed/',
    'watch?v=',
    '&v=',
    '#',
    '@',
    '..',
    'aqz-KE-bpKQ',
    '"',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(parts, fc.string({ maxLength: 4 })), { maxLength: 12 }),
      (text) => {
        expect(youtubeId(text.join('')) ?? 'aqz-KE-bpKQ').toMatch(/^[\w-]{11}$/)
      },
    ),
  )
})

test('a long hostile address is answered at once', () => {
  expect(youtubeId(`https://youtube.com/watch?${'&v='.repeat(100_000)}`)).toBeNull()
})
