import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shellVerdict, staysInFolder, type ShellKind } from '../../src/core/shellPolicy';
import type { ShellVerdict } from '../../src/core/worstVerdict';

/** One line of a table, one command. */
const lines = (table: string): readonly string[] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const posix: Readonly<Record<ShellVerdict, readonly string[]>> = {
  'read-only': [
    ...lines(String.raw`
      ls
      ls -la src
      /bin/ls
      /usr/bin/wc -l a.txt
      cat a.txt b.txt
      cat 'a file.txt'
      cat "a file.txt"
      cat a\ file.txt
      head -n 20 src/a.ts
      tail -n +3 a.txt
      wc -l src/*.ts
      grep -rn "needle" src
      grep -c x a.txt || true
      egrep 'a|b;c > d' a.txt
      rg needle src
      rg -n --glob '*.ts' needle
      find . -name '*.ts' -not -path './node_modules/*'
      find src -type f -maxdepth 2 -print0
      find . ! -name a
      sed -n '1,40p' src/a.ts
      sed -n 5p a.txt
      sed 's/a/b/g' a.txt
      sed -e 's/a/b/' -e 's/c/d/' a.txt
      sort -u a.txt
      sort -t, -k2 a.csv
      uniq -c a.txt
      cut -d: -f1 a.txt
      tr a-z A-Z < a.txt
      diff a.txt b.txt
      echo hello
      echo $HOME
      echo "$HOME and ${'${USER}'}"
      echo 'rm -rf /'
      echo "a > b"
      printf '%s\n' a
      pwd
      cd src && ls
      true
      test -f a.txt && cat a.txt
      [ -d src ] && ls src
      date +%Y
      date -u
      stat a.txt
      du -sh .
      file a.bin
      jq .name package.json
      tree -L
      which node
      command -v node
      node --version
      npm ls --depth=0
      npm -v
      env
      ps aux
      LC_ALL=C sort a.txt
      ls | wc -l
      ls; pwd
      ls & pwd
      ls 2>/dev/null
      ls > /dev/null 2>&1
      ls 2>&1 | head
      cat < a.txt
      ! grep -q x a.txt
      echo $(pwd)
      echo "$(git status)"
      cat "$(git rev-parse --show-toplevel)/a.txt"
      git status
      git status --short
      git log --oneline -n 5
      git diff
      git diff HEAD~1 -- src/a.ts
      git --no-pager diff --stat
      git show HEAD:src/a.ts
      git blame src/a.ts
      git branch
      git branch -a
      git branch --show-current
      git branch --list 'f*'
      git tag
      git tag -l 'v1*'
      git remote -v
      git remote get-url origin
      git stash list
      git stash show -p
      git reflog
      git config --get user.name
      git config --list
      git worktree list
      git ls-files | wc -l
      git grep needle
      git log --output-indicator-new=x`),
    'echo `pwd`',
    "cat <<'EOF'\n$(rm x) > y\nEOF",
    'cat <<EOF\nplain\nEOF',
    'ls \\\n -la',
  ],
  writes: [
    ...lines(String.raw`
      rm a.txt
      rm -rf /
      \rm a
      'rm' a
      "r"m a
      /bin/rm a
      mv a b
      cp a b
      mkdir -p a
      touch x
      ln -s a b
      chmod +x a
      dd if=a of=b
      tee a.txt
      ls | tee a.txt
      ls > out.txt
      ls >> out.txt
      ls >out.txt
      ls 2> err.txt
      ls &> out.txt
      ls >| out.txt
      ls <> out.txt
      ls >& out.txt
      ls > "$FILE"
      ls > /dev/null > out.txt
      > out.txt
      : > out.txt
      echo x 1>out.txt
      cat a > /dev/sda
      pwd && rm a
      ls; rm a
      ls | xargs rm
      ls || rm a
      ls & rm a
      echo $(rm a)
      echo "$(rm a)"
      echo "x $(echo $(touch y))"
      sudo rm a
      env A=b rm a
      A=b rm a
      nohup mv a b
      timeout 5 rm a
      time rm a
      nice -n 5 rm a
      if true; then rm a; fi
      while read x; do rm a; done
      find . -name '*.o' -delete
      find . -exec rm {} ;
      find . -fprint out.txt
      sed -i s/a/b/ a.txt
      sed -i.bak s/a/b/ a.txt
      sed --in-place s/a/b/ a.txt
      sed -ni p a.txt
      sort -o a.txt a.txt
      sort --output=a.txt a.txt
      uniq a.txt b.txt
      date -s 2020-01-01
      truncate -s 0 a
      kill 1
      pkill node
      npm install
      npm ci
      pip install x
      apt-get install x
      tar xf a.tar
      curl -o a http://example.invalid
      wget http://example.invalid
      git add .
      git commit -m x
      git push
      git pull
      git fetch
      git checkout main
      git switch main
      git reset --hard
      git clean -fd
      git stash
      git stash pop
      git branch new
      git branch -D old
      git tag v1
      git remote add x y
      git diff --output=a.txt
      git log -p --output a.txt
      git diff --outp=a.txt
      git reflog expire --all
      git worktree add x
      git config --list > a.txt
      git apply a.patch`),
    'echo `rm a`',
    'ls\nrm a',
    "cat > a.txt <<'EOF'\nx\nEOF",
    "cat <<'EOF'\nx\nEOF\nrm a",
    'ls \\\n> a.txt',
  ],
  unknown: [
    ...lines(String.raw`
      node build.js
      node -e 1
      python -c "open('a','w')"
      python3 a.py
      perl -e 1
      ruby a.rb
      bash -c ls
      sh a.sh
      ./ls
      src/ls
      ../bin/cat a
      npm test
      npm run build
      npx tsc
      make
      cargo build
      docker ps
      awk '{print > "a"}' b
      sudo ls
      xargs ls
      ls | xargs cat
      ls | sh
      env A=b ls
      PATH=. ls
      LD_PRELOAD=./x.so ls
      GIT_PAGER=./x git log
      PATH=.
      eval ls
      exec ls
      source a.sh
      . a.sh
      alias ls=x
      export A=b
      set -x
      trap x EXIT
      $CMD
      $CMD a
      "$CMD" a
      $(pwd)
      ls # comment
      # comment
      (ls)
      { ls; }
      f() { ls; }; f
      for f in *; do cat a; done
      ls (a)
      ls <(pwd)
      echo $((1+1))
      echo ${'${A:=b}'}
      echo ${'${A@P}'}
      echo $'a'
      echo !!
      echo "!x"
      echo "unfinished
      echo 'unfinished
      echo $(unfinished
      ls >
      ls > > a
      ls <
      cat <<EOF
      find . -unknown
      find . -exec cat {} ;
      find . $X
      find . -name *.ts
      sed -n '1w a.txt' b
      sed 's/a/b/w c' d
      sed 's/a/b/e' d
      sed -f a.sed b
      sed "$X" a
      sort --compress-program=x a
      sort $X
      sort *
      rg --pre ./x needle
      rg --pre=./x needle
      test -v 'a[$(x)]'
      printf -v PATH x
      less a.txt
      vi a.txt
      hostname new
      git
      git co
      git -c core.pager=./x log
      git -c core.fsmonitor=./x status
      git -C other status
      cd other && git status
      git --exec-path=. status
      git --git-dir=x log
      git -p log
      git diff --ext-diff
      git show --textconv
      git grep -O needle
      git grep -nO./x needle
      git grep --op=./x needle
      git cat-file --filters x
      git config user.name
      git config user.name x
      git config --edit
      git ls-remote ext::x
      git log $X
      git diff *
      git {diff,x}
      git bisect run x
      git submodule foreach x`),
    '',
    '  ',
    'cat <<EOF\n$(rm a)\nEOF',
    'cat <<EOF\nnever ended',
    'ls\r',
    'ls \0',
    'ls \u001b',
    'echo `echo \\`pwd\\``',
  ],
};

const windows: Readonly<Record<ShellVerdict, readonly string[]>> = {
  'read-only': lines(String.raw`
    dir
    dir src
    DIR
    type a.txt
    Get-Content a.txt
    get-childitem -Recurse -Filter *.ts
    gci src | Select-Object Name
    Select-String -Path a.txt -Pattern 'a b'
    findstr /s needle *.ts
    cat "a b.txt"
    cd src; ls
    dir && type a.txt
    dir 2>nul
    dir 2>$null
    dir > nul 2>&1
    git status
    git.exe log --oneline
    rg needle
    node --version`),
  writes: lines(String.raw`
    del a.txt
    DEL a.txt
    rd /s /q a
    move a b
    copy a b
    mkdir a
    Remove-Item a
    rm a
    Set-Content a b
    Add-Content a b
    Get-Content a | Out-File b
    Get-Content a | Set-Content b
    dir | Tee-Object a
    New-Item a
    dir > a.txt
    dir >> a.txt
    dir *> a.txt
    echo x>a.txt
    dir & del a
    dir; rm a
    git commit -m x
    npm install
    reg add x`),
  unknown: lines(String.raw`
    dir $x
    dir %X%
    d^ir
    & { rm a }
    Get-Process | ForEach-Object { rm a }
    dir (rm a)
    powershell -Command dir
    cmd /c dir
    iex dir
    Start-Process x
    sort /o a.txt b.txt
    expand a.cab b
    find . -name a
    dir 'a & del b'
    dir "unfinished
    dir < a.txt
    .\dir.exe
    node a.js
    cd other; git status`),
};

const corpus: Readonly<Record<ShellKind, typeof posix>> = { posix, windows };

describe('shell policy', () => {
  for (const [shell, byVerdict] of Object.entries(corpus)) {
    const kind: ShellKind = shell === 'posix' ? 'posix' : 'windows';
    for (const [verdict, commands] of Object.entries(byVerdict)) {
      for (const command of commands) {
        it(`A05 A06 A07 1.12 ${kind}: ${JSON.stringify(command)} is ${verdict}`, () => {
          assert.equal(shellVerdict(command, kind), verdict);
        });
      }
    }
  }

  const all = Object.values(posix).flat();
  const piece = fc.oneof(
    fc.constantFrom(...all),
    fc.string(),
    fc.constantFrom(
      ' ',
      '|',
      ';',
      '\n',
      "'",
      '"',
      '\\',
      '$(',
      ')',
      '`',
      '<<EOF',
      '#',
      '&',
      '<',
      '>',
      '2>',
      'git ',
      'ls ',
    ),
  );
  const anyLine = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

  for (const kind of ['posix', 'windows'] as const) {
    it(`A06 no ${kind} line stays read-only with \`> file\` after it`, () => {
      fc.assert(fc.property(anyLine, (line) => shellVerdict(`${line} > file`, kind) !== 'read-only'));
    });

    it(`A06 no ${kind} line is read-only after a command that writes`, () => {
      fc.assert(fc.property(anyLine, (line) => shellVerdict(`git push; ${line}`, kind) !== 'read-only'));
    });

    it(`A05 a program that is not known makes a ${kind} line no read-only one`, () => {
      fc.assert(fc.property(anyLine, (line) => shellVerdict(`some-program | ${line}`, kind) !== 'read-only'));
    });
  }

  describe('where a line may reach', () => {
    for (const line of [
      'ls',
      'cat src/a.ts',
      'git log --format=%H',
      "grep -rn 'a b' src",
      'cat *.ts'.replace('*', 'a'),
    ]) {
      it(`N02 ${JSON.stringify(line)} stays in the folder`, () => assert.equal(staysInFolder(line, 'posix'), true));
    }
    for (const line of [
      'cat /etc/passwd',
      'cat ../a',
      'cat src/../../a',
      'cat ~/.ssh/id_rsa',
      'cat "/etc/passwd"',
      'cat $HOME',
      'cat "$X"',
      'cat $(pwd)',
      'grep --file=/etc/passwd x',
      'ls *',
      'env',
      'printenv',
      'cat (',
    ]) {
      it(`N02 ${JSON.stringify(line)} may leave the folder`, () => assert.equal(staysInFolder(line, 'posix'), false));
    }
    for (const line of ['type C:\\x', 'type \\\\server\\x', 'dir c:', 'type ..\\a']) {
      it(`N02 ${JSON.stringify(line)} may leave the folder on Windows`, () =>
        assert.equal(staysInFolder(line, 'windows'), false));
    }
  });
});
