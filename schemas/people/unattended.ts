/** Header of calls that an operator page makes on its own, while no one types, presses, or scrolls: they don't extend the login. */
export const UNATTENDED = 'x-unattended'
