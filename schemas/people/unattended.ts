/** Header of calls that a page of operators makes by itself, while nobody types, presses or scrolls: they keep no login from ending. */
export const UNATTENDED = 'x-unattended'
