/** `TEST_POSTGRES=postgres://…`: a running server for the tests, which is not restarted. `npm run test:postgres` starts one and sets it. */
export const otherServer = process.env['TEST_POSTGRES'];
