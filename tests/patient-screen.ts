import { configure } from '@testing-library/react'

// A screen that is right late, on a machine that is busy with other work, is right.
configure({ asyncUtilTimeout: 8000 })
