import base from './playwright.config.ts';
const { webServer: _w, ...rest } = base;
export default { ...rest, testDir: 'tests/e2e', outputDir: '/tmp/pw-chromium-results' };
