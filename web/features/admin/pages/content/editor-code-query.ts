import { queryOptions } from '@tanstack/react-query'

export const editorCodeQuery = queryOptions({
  queryKey: ['the visual editor'],
  queryFn: async () => {
    const [{ VisualEditor }, { whatIsLost }] = await Promise.all([
      import('./visual-editor.tsx'),
      import('./what-is-lost.ts'),
    ])
    return { VisualEditor, whatIsLost }
  },
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})
