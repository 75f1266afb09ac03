/** Values of the language and their methods. */
import { describe, expect, test } from 'vitest';
import { DocRef, GeoPoint, Timestamp } from '#ports/docs/values.ts';
import { comesTo } from './asking.fixture.ts';

const data = {
  int: 3,
  float: 1.5,
  zero: -0,
  text: 'Grüße 😀!',
  list: ['b', 'a', 'b'],
  map: { b: 1, a: { deep: 'x' } },
  time: new Timestamp(1_700_000_000, 123_456_000),
  place: new GeoPoint(52.52, 13.405),
  bytes: new Uint8Array([1, 0xfb]),
  ref: new DocRef('users/ada'),
  nothing: null,
  yes: true,
};

/** `$` stands for the document's data. */
const outcomes = (cases: Readonly<Record<string, boolean | 'error'>>) =>
  test.each(Object.entries(cases))('%s is %s', (condition, outcome) => {
    expect(comesTo(condition.replaceAll('$.', 'resource.data.'), { data })).toBe(outcome);
  });

describe('types', () => {
  const types: Readonly<Record<string, readonly string[]>> = {
    int: ['int', 'number'],
    float: ['float', 'number'],
    zero: ['float', 'number'],
    text: ['string'],
    list: ['list'],
    map: ['map'],
    time: ['timestamp'],
    place: ['latlng'],
    bytes: ['bytes'],
    ref: ['path'],
    nothing: [],
    yes: ['bool'],
  };
  const names = ['bool', 'bytes', 'duration', 'float', 'int', 'latlng', 'list', 'map', 'map_diff', 'number'];
  const all = [...names, 'path', 'set', 'string', 'timestamp', 'constraint'];
  test.each(Object.entries(types))('%s is of %j', (field, expected) => {
    const found = all.filter((type) => comesTo(`resource.data.${field} is ${type}`, { data }) === true);
    expect(found.toSorted()).toEqual([...expected].toSorted());
  });

  outcomes({
    '1 is int': true,
    '1.0 is float && !(1.0 is int)': true,
    "duration.value(1, 's') is duration": true,
    '[1].toSet() is set && !([1].toSet() is list)': true,
    '{}.diff({}) is map_diff': true,
    'request is map && resource is map': true,
    "'a' is text": 'error',
  });
});

describe('equality', () => {
  outcomes({
    '1 == 1.0': true,
    '0 == -0.0': true,
    "1 == '1'": false,
    'null == false': false,
    "float('NaN') == float('NaN')": false,
    '[1] == [1.0]': false,
    '[[1]] == [[1]]': true,
    "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}": true,
    "{'a': 1} == {'a': 1.0}": false,
    '[0.0] == [-0.0]': false,
    '1 in [1.0]': false,
    '-0.0 in [0.0]': true,
    '[1, 1.0].toSet().size() == 1': true,
    "[float('NaN')].toSet() == [float('NaN')].toSet()": true,
    "['a', 'b'].toSet() == ['b', 'a', 'a'].toSet()": true,
    "$.map == {'b': 1, 'a': {'deep': 'x'}}": true,
    '$.ref == /databases/$(database)/documents/users/ada': true,
    '$.place == latlng.value(52.52, 13.405)': true,
    "$.bytes == b'\\x01\\xFB'": true,
    '9223372036854775807 == 9223372036854775807': true,
    '9223372036854775807 == 9223372036854775806': false,
  });
});

describe('numbers', () => {
  outcomes({
    '7 / 2 == 3': true,
    '-7 / 2 == -3': true,
    '7 % 3 == 1': true,
    '-7 % 3 == -1': true,
    '7.0 / 2 == 3.5': true,
    '4.0 / 2 is float': true,
    '1 + 1.5 == 2.5': true,
    '5 / 0 == 0': 'error',
    '5 % 0 == 0': 'error',
    '0 * -1 is int': true,
    '9007199254740991 + 2 == 9007199254740993': true,
    '9223372036854775807 + 1 > 0': 'error',
    '-9223372036854775808 < 0': true,
    '1 < 1.5 && 2 >= 2.0': true,
    "1 < '2'": 'error',
    'true > false': 'error',
    'null < 1': 'error',
    "1 + 'a' == '1a'": 'error',
    'math.abs(-3) == 3 && math.abs(-1.5) == 1.5': true,
    'math.ceil(1.2) == 2 && math.floor(1.8) == 1 && math.round(2.5) == 3': true,
    'math.ceil(1.2) is int && math.pow(2, 2) is float': true,
    'math.sqrt(9) == 3.0 && math.pow(4, 0.5) == 2': true,
    "math.isNaN(float('NaN')) && !math.isNaN(1)": true,
    "math.floor(float('NaN')) == 0": 'error',
    "math.abs('1') == 1": 'error',
    "int('42') == 42 && int(2.9) == 2 && float('1.5') == 1.5 && float(2) is float": true,
    "int('1.5') == 1": 'error',
    'int(true) == 1': 'error',
  });
});

describe('strings', () => {
  outcomes({
    "'a' + 'b' == 'ab'": true,
    "'a' < 'b' && 'B' < 'a'": true,
    '$.text.size() == 8': true,
    "$.text[6] == '😀' && $.text[6:8] == '😀!'": true,
    "'abc'[0:2] == 'ab' && 'abc'[1:1] == ''": true,
    "'abc'[0:0] == ''": 'error',
    "'abc'[3:3] == ''": 'error',
    "'abc'[2:1] == ''": 'error',
    "'abc'[3] == 'd'": 'error',
    "'abc'[-1] == 'c'": 'error',
    "'AbC'.lower() == 'abc' && 'AbC'.upper() == 'ABC' && ' a '.trim() == 'a'": true,
    "'a/b/c'.split('/') == ['a', 'b', 'c']": true,
    "'bananas'.split('na') == ['ba', '', 's']": true,
    "'a,b,,'.split(',') == ['a', 'b']": true,
    "'foo'.split('') == ['f', 'o', 'o']": true,
    "'banana'.replace('an', 'o') == 'booa'": true,
    "'a.b'.replace('.', '-') == '---'": true,
    "'ab'.replace('(a)', '$1$1') == 'aab'": true,
    "'ab'.replace('a', '\\\\$') == '$b'": true,
    "'ab'.replace('a', '$1') == 'b'": 'error',
    "'é'.toUtf8().size() == 2": true,
    "string(1) == '1' && string(2.0) == '2.0' && string(null) == 'null' && string(true) == 'true'": true,
    "string(100000000.0) == '1.0E8' && string(0.00015) == '1.5E-4'": true,
    "string([1]) == '1'": 'error',
    "'a'.size(1) == 1": 'error',
    "'a'.nope()": 'error',
    "'it\\'s \\\\ \\n' != null": true,
  });
});

describe('regular expressions', () => {
  outcomes({
    "'abc'.matches('b')": false,
    "'abc'.matches('a.c')": true,
    "'a\\nc'.matches('a.c')": false,
    "'a\\nc'.matches('(?s)a.c')": true,
    "'ABC'.matches('(?i)abc')": true,
    "'a@b.com'.matches('[a-z]+@[a-z]+[.]com')": true,
    "'a.b'.matches('a\\\\.b')": true,
    "'x-1'.matches('[[:alpha:]]-[[:digit:]]')": true,
    "'x'.matches('^x$')": true,
    "'ß'.matches('\\\\p{L}')": true,
    "'a{1'.matches('a{1')": true,
    "'aab'.matches('\\\\Qa\\\\Eab')": true,
    "'aa'.matches('(a)\\\\1')": 'error',
    "'ab'.matches('a(?=b)b')": 'error',
    "'a'.matches('(')": 'error',
    "'a'.matches('a{1001}')": 'error',
    "'a'.matches(1)": 'error',
  });
});

describe('lists and sets', () => {
  outcomes({
    "$.list.size() == 3 && $.list[1] == 'a' && $.list[1:3] == ['a', 'b']": true,
    '$.list[3] == null': 'error',
    "'a' in $.list && !('c' in $.list)": true,
    "'a' in 'abc'": 'error',
    "$.list.hasAll(['a', 'b']) && $.list.hasAny(['a', 'z']) && $.list.hasOnly(['a', 'b', 'c'])": true,
    "$.list.hasOnly(['a'])": false,
    "$.list.hasAny(['a'].toSet())": 'error',
    "$.list.concat(['c']) == ['b', 'a', 'b', 'c'] && $.list.removeAll(['b']) == ['a']": true,
    "$.list.join('-') == 'b-a-b' && [1, 2.0, null].join(',') == '1,2.0,null'": true,
    "[[1]].join(',') == ''": 'error',
    '[1] + [2] == [1, 2]': 'error',
    "$.list.toSet().size() == 2 && 'a' in $.list.toSet()": true,
    "['a', 'b'].toSet().hasOnly(['a', 'b', 'c']) && ['a'].toSet().hasAll(['a'].toSet())": true,
    "['a', 'b'].toSet().difference(['a'].toSet()) == ['b'].toSet()": true,
    "['a'].toSet().union(['b'].toSet()).intersection(['b', 'c'].toSet()) == ['b'].toSet()": true,
    "['a'].toSet().difference(['a']) == [].toSet()": 'error',
    "['a'].difference(['a'].toSet()) == [].toSet()": 'error',
  });
});

describe('maps', () => {
  outcomes({
    "$.map.size() == 2 && $.map.keys() == ['a', 'b']": true,
    "{'b': 1, '2': 2, 'b': 3}.values() == [3, 2]": true,
    "{b: 1}.b == 1 && {'a b': 2}['a b'] == 2": true,
    '{1: 2}.size() == 1': 'error',
    "'b' in $.map && !('deep' in $.map)": true,
    "$.map.get('b', 0) == 1 && $.map.get('z', 7) == 7": true,
    "$.map.get(['a', 'deep'], '') == 'x' && $.map.get(['b', 'deep'], 'none') == 'none'": true,
    "$.map.get('b') == 1": 'error',
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).addedKeys() == ['a'].toSet()": true,
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).removedKeys() == ['c'].toSet()": true,
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).changedKeys() == ['b'].toSet()": true,
    "{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys().hasOnly(['a', 'b', 'c'])": true,
    "{'a': 1, 'b': [2]}.diff({'b': [2.0]}).unchangedKeys() == ['b'].toSet()": true,
    "$.map.hasAll(['a'])": 'error',
    "{'a': 1}.diff([1]).addedKeys().size() == 0": 'error',
  });
});

describe('times', () => {
  outcomes({
    '$.time > timestamp.value(0) && $.time < request.time': true,
    '$.time.year() == 2023 && $.time.month() == 11 && $.time.day() == 14': true,
    '$.time.hours() == 22 && $.time.minutes() == 13 && $.time.seconds() == 20': true,
    '$.time.nanos() == 123456000 && $.time.toMillis() == 1700000000123': true,
    '$.time.dayOfWeek() == 2 && $.time.dayOfYear() == 318': true,
    '$.time.date() == timestamp.date(2023, 11, 14)': true,
    '$.time.time() == duration.time(22, 13, 20, 123456000)': true,
    "timestamp.value(1000) + duration.value(1, 's') == timestamp.value(2000)": true,
    "timestamp.value(1000) - timestamp.value(0) == duration.value(1000, 'ms')": true,
    "duration.value(1, 'w') == duration.value(7, 'd') && duration.value(1, 'h') > duration.value(1, 'm')": true,
    "duration.abs(duration.value(-90, 's')) == duration.time(0, 1, 30, 0)": true,
    "duration.value(-1500, 'ms').seconds() == -1 && duration.value(-1500, 'ms').nanos() == -500000000": true,
    "duration.value(1, 'y') == null": 'error',
    "duration.value(1, 's') + 1 == null": 'error',
    'timestamp.date(2023, 2, 30) == null': 'error',
    "timestamp.date(9999, 12, 31) + duration.value(2, 'd') > request.time": 'error',
    'request.time + request.time == null': 'error',
  });
});

describe('places, bytes and digests', () => {
  outcomes({
    '$.place.latitude() == 52.52 && $.place.longitude() == 13.405': true,
    '$.place.distance(latlng.value(48.137, 11.575)) > 500000': true,
    '$.place.distance(latlng.value(48.137, 11.575)) < 510000': true,
    'latlng.value(91, 0) != null': 'error',
    "$.bytes.size() == 2 && $.bytes.toHexString() == '01FB'": true,
    "b'\\xFB\\xEF\\xBE'.toBase64() == '----' && b'a'.toBase64() == 'YQ=='": true,
    "b'€' == b'\\342\\202\\254'": true,
    "hashing.md5('abc').toHexString() == '900150983CD24FB0D6963F7D28E17F72'": true,
    "hashing.sha256('abc').toHexString()[0:8] == 'BA7816BF'": true,
    "hashing.crc32('abc').toHexString() == 'C2412435'": true,
    "hashing.crc32c(b'abc').toHexString() == 'B73F4B36'": true,
    'hashing.md5(1) == null': 'error',
  });
});

describe('paths', () => {
  outcomes({
    "/users/ada == path('users/ada') && /users/ada == path('/users/ada')": true,
    "/users/$(request.auth.uid) == /users/ada && /users/$('a' + 'da')/x[1] == 'ada'": true,
    "(/users/$(request.auth.uid))[1] == 'ada'": true,
    "/n/$(1)/$(1.5) == path('n/1/1.5')": true,
    '/a/$(null) == /a': 'error',
    "(/a/$(b)/c).bind({'b': 'x'}) == /a/x/c": true,
    "path('a/{b}').bind({'b': 'x'}).b == 'x'": true,
    "path('a/b').bind({'b': 'x'}) == /a/b": true,
    'path(/a/b) == /a/b': 'error',
    "string(/a/b) == '/a/b'": true,
    "'a' + /b == '/a/b'": 'error',
    "/files/a.b-c_d~1/(default)/'quoted one' == path('files/a.b-c_d~1/(default)/quoted one')": true,
  });
});
