/** Remarks of each teammate, true of any incident: they comment, they don't decide. */
export const lines: Readonly<Record<string, readonly string[]>> = {
  diego: [
    'Here. Reading the logs from ten minutes before it began.',
    'I am looking at the last deploys. Tell me if you want one rolled back.',
    'Can reproduce it from outside, so it is not just our monitoring.',
  ],
  priya: [
    'Joining. I take the dashboards, shout if you want me elsewhere.',
    'Comparing with the same hour last week, so that we don’t chase the usual peak.',
    'Traffic itself looks normal. Whatever it is, it is on our side.',
  ],
  lena: [
    'I’m in. Hosts and network look fine from the platform side.',
    'Nothing was rolled out on the platform today. Checking the database next.',
    'No saturation anywhere that I can see: processor, memory and disks are calm.',
  ],
  kwame: [
    'Watching along. I can take a task, just assign it.',
    'Going through traces of the slow requests now.',
    'If it helps, I keep a list here of what we have ruled out.',
  ],
  mei: [
    'Thanks for picking this up. Do we know how many customers feel it?',
    'I keep the others off your back. Next update in 15 minutes?',
    'Please write down the times as you go, it saves us an hour afterwards.',
  ],
  jonas: [
    'Here if you need a second pair of eyes.',
    'Let’s stop the bleeding first and explain it later.',
    'Before we change anything: what would we undo if it gets worse?',
  ],
  amara: ['Reading along. You have all the room you need.', 'Do you have enough people on this?'],
};
